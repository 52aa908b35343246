using System.Runtime.InteropServices;

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
        Span<ulong> registers = stackalloc ulong[CallFrameState.RegisterCount];
        start.Registers.AsSpan(0, CallFrameState.RegisterCount).CopyTo(registers);
        while (places.Count < maxFrames)
        {
            // A return address may belong to the code behind the call: the call itself is before it.
            ulong address = registers[CallFrameState.ReturnAddress] - (places.Count == 0 ? 0UL : 1UL);
            if (images.Find(address) is not { } image)
                break;
            CallFrameState state = default;
            ulong function = 0;
            bool isKnown = image.CallFrames?.TryFind(address, out state, out function) == true;
            places.Add(new NativePlace(image, address - image.ImageBase, (isKnown ? function : address) - image.ImageBase));
            if (!isKnown || !TryStep(start, state, registers, out isWhole))
                break;
        }

        return places;
    }

    // No return address, or 0 for it, is how the first function of a thread is marked.
    private static bool TryStep(NativeStart start, in CallFrameState state, Span<ulong> registers, out bool isOutermost)
    {
        isOutermost = state.IsUndefined(CallFrameState.ReturnAddress);
        ulong frame = registers[state.BaseRegister] + (ulong)state.BaseOffset;

        // The stack grows down, so the way out goes up; anything else is damage.
        if (isOutermost || frame <= registers[CallFrameState.StackPointer])
            return false;
        Span<ulong> caller = stackalloc ulong[CallFrameState.RegisterCount];
        registers.CopyTo(caller);
        for (int register = 0; register < CallFrameState.RegisterCount; register++)
        {
            if (state.TryGetSaved(register, out long offset) && !TryRead(start, frame + (ulong)offset, out caller[register]))
                return false;
        }

        caller[CallFrameState.StackPointer] = frame;
        bool isSaved = state.TryGetSaved(CallFrameState.ReturnAddress, out _);
        isOutermost = isSaved && caller[CallFrameState.ReturnAddress] == 0;
        caller.CopyTo(registers);
        return isSaved && !isOutermost;
    }

    private static bool TryRead(NativeStart start, ulong address, out ulong value)
    {
        value = 0;
        ulong at = address - start.StackPointer;
        if (at > (ulong)start.Stack.Length || (ulong)start.Stack.Length - at < sizeof(ulong))
            return false;
        value = MemoryMarshal.Read<ulong>(start.Stack.AsSpan((int)at));
        return true;
    }
}
