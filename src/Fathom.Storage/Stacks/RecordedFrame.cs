namespace Fathom.Storage.Stacks;

/// <summary>A frame of a recording and where its code lies; see <see cref="Fathom.Model.Stacks.FrameRow"/> and <see cref="Fathom.Model.Stacks.FramePlaceRow"/>.</summary>
public readonly record struct RecordedFrame(uint FrameId, uint MethodId, string Kind, long? Offset, uint ImageId, ulong Place, long FrameCount, bool IsNamed);
