"""The compiled half of Tesserae, which knows no particular game: contract, random numbers, playouts, searches."""
