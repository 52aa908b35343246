namespace Fathom.Formats.ReadyToRun;

/// <summary>A method as metadata and symbol files number it.</summary>
/// <param name="Assembly">Simple name of the assembly that has the method.</param>
/// <param name="Token">The method's number there: 0x06 in the highest byte, below it the row.</param>
/// <param name="IsGenerated">
/// Whether the code comes from IL that the compiler made: a call of native code, or the passage between a method that returns a task and its
/// asynchronous form. Its IL offsets are not places of the method's own IL. False where the metadata is not there.
/// </param>
public readonly record struct ReadyToRunDefinition(string Assembly, uint Token, bool IsGenerated);
