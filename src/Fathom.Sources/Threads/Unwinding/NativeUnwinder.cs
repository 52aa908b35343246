namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// Follows the native frames of a thread from the innermost one outwards, by the call frame information of the images, until managed code, the end of
/// the stack, or a frame that cannot be passed. No guess is made: a frame is told only where the information of the one before leads to it.
/// </summary>
/// <param name="images">The images of the target.</param>
/// <param name="maxFrames">Most frames of a thread.</param>
internal sealed class NativeUnwinder(NativeImages images, int maxFrames = NativeUnwinder.MaxFrames)
{
    /// <summary>Most frames, where managed ones follow.</summary>
    public const int MaxFrames = 256;

    /// <summary>The frames, innermost first; empty where the thread is in managed code.</summary>
    public List<NativePlace> Follow(NativeStart start) => Follow(start, out _);

    /// <summary>The frames, innermost first; empty where the thread is in managed code.</summary>
    /// <param name="start">Where the thread stood.</param>
    /// <param name="isWhole">Whether the last one is the outermost of the thread: its information says that it has no caller.</param>
    public List<NativePlace> Follow(NativeStart start, out bool isWhole)
    {
        isWhole = false;
        List<NativePlace> places = [];
        FrameRegisters registers = FrameRegisters.Of(start.Registers);
        StackBytes stack = new(start.StackPointer, start.Stack);
        while (places.Count < maxFrames)
        {
            // A return address may belong to the code behind the call: the call itself is before it.
            ulong address = registers.Instruction - (places.Count == 0 ? 0UL : 1UL);
            if (images.Find(address) is not { } image)
                break;
            CallFrameState state = default;
            ulong function = 0;
            bool isKnown = image.CallFrames?.TryFind(address, out state, out function) == true;
            places.Add(new NativePlace(image, address - image.ImageBase, (isKnown ? function : address) - image.ImageBase));
            FrameStep step = isKnown ? registers.Step(in state, stack) : FrameStep.Lost;
            isWhole = step == FrameStep.Outermost;
            if (step != FrameStep.Done)
                break;
        }

        return places;
    }
}
