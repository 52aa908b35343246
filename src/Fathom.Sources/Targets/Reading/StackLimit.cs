namespace Fathom.Sources.Targets.Reading;

/// <summary>How far a stack is followed.</summary>
internal static class StackLimit
{
    /// <summary>Most frames that are read of one stack; what lies behind is counted, so that an endless recursion cannot hold the target.</summary>
    public const int MaxFrames = 2048;
}
