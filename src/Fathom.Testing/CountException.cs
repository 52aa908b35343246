namespace Fathom.Testing;

/// <summary>The runtime does not tell its live objects. Told apart from what the code under test throws.</summary>
internal sealed class CountException(string message, Exception cause) : InvalidOperationException(message, cause);
