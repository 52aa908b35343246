namespace Fathom.Testing;

/// <summary>Is thrown and caught to find its event in the runtime's stream. Not nested: the runtime's event leaves out the outer type.</summary>
internal sealed class MarkException : Exception;
