namespace Fathom.Sources.Pending;

/// <summary>A type of objects that calls wait for.</summary>
/// <param name="Name">What such an object is, in the words of the program that waits.</param>
/// <param name="FlagsOffset">Offset of a task's state flags; -1 where it is no task.</param>
internal sealed record AwaitedShape(string Name, int FlagsOffset);
