namespace Fathom.Testing;

/// <summary>A limit on memory was broken. Every test framework reports it as a failure; the message holds the figures and the top types.</summary>
/// <param name="message">The figures.</param>
public sealed class MemoryLimitException(string message) : Exception(message);
