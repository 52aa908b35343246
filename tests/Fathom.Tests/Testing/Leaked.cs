namespace Fathom.Tests.Testing;

/// <summary>An object that nobody else makes.</summary>
internal sealed class Leaked;
