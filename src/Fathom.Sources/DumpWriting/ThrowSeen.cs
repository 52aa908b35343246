namespace Fathom.Sources.DumpWriting;

/// <summary>Is asked about an exception that is being thrown.</summary>
/// <param name="type">Full name of its type.</param>
/// <param name="message">Its message.</param>
/// <param name="timestamp">When the throw was told, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp.</param>
/// <returns>Whether the throwing thread is held.</returns>
public delegate bool ThrowSeen(string type, string message, long timestamp);
