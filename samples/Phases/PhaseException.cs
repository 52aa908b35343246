namespace Phases;

/// <summary>Thrown on demand.</summary>
internal sealed class PhaseException(string message) : Exception(message);
