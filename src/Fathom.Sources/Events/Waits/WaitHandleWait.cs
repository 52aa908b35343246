namespace Fathom.Sources.Events.Waits;

/// <summary>A thread begins or ends to wait for a handle.</summary>
/// <param name="IsEnd">Whether it ends.</param>
/// <param name="Source">What it is for; unknown at the end.</param>
public readonly record struct WaitHandleWait(bool IsEnd, WaitHandleSource Source);
