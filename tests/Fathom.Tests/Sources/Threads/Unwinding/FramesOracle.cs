using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Live;
using Fathom.Sources.Traces.Perf;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>Stops a program at any moment and compares the managed frames of each of its threads, as ClrMD walks them there, with those of a copied stack.</summary>
internal sealed class FramesOracle : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(20);

    private readonly TargetSession _session;
    private readonly Space _space;
    private readonly int _stackBytes;

    public FramesOracle(int pid, int stackBytes)
    {
        _session = TargetSession.Open(pid);
        _space = new Space(pid);
        _stackBytes = stackBytes;
    }

    /// <summary>Compares all threads with managed frames in one stop.</summary>
    /// <param name="names">Names of threads by their numbers.</param>
    /// <param name="stop">Ends it.</param>
    public Task<List<FramesCompared>> CompareAsync(Func<int, string> names, CancellationToken stop) => _session.InvokeStopped(
        live =>
        {
            List<FramesCompared> compared = [];
            foreach (ClrThread thread in live.Runtime.Threads)
            {
                // Of a method that has called native code ClrMD tells another place in it than the one where it goes on.
                IEnumerable<ClrStackFrame> frames = thread.EnumerateStackTrace().Where(static frame => frame.Kind == ClrStackFrameKind.ManagedMethod);
                ulong[] expected = [.. frames.Select(static frame => frame.Method?.MethodDesc ?? frame.InstructionPointer)];
                // Threads of sessions of others have frames that ClrMD cannot name.
                bool isTold = thread.IsAlive && expected.Length > 0 && expected.All(method => live.Runtime.GetMethodByHandle(method) is not null);
                if (isTold && ThreadRegisters.TryRead((int)thread.OSThreadId, out ThreadRegisters registers))
                    compared.Add(Compare(live, names((int)thread.OSThreadId), expected, registers));
            }

            return compared;
        },
        s_limit,
        stop);

    public void Dispose()
    {
        _session.Dispose();
        _space.Dispose();
    }

    private FramesCompared Compare(LiveTarget live, string name, ulong[] expected, ThreadRegisters registers)
    {
        ulong[] values = new ulong[CallFrameState.RegisterCount], chain = new ulong[1024];
        registers.TryCopyInDwarfOrder(values);
        byte[] stack = new byte[_stackBytes];
        int read = live.Memory.Read(values[CallFrameState.StackPointer], stack);
        _space.Look();
        StackEnd end = StackWalker.Walk(_space, FrameRegisters.Of(values), new StackBytes(values[CallFrameState.StackPointer], stack.AsSpan(0, read)), [], chain, out int count, out _);
        // Stubs are frames here and none there.
        ulong[] found = [.. chain[..count].Select(address => live.Runtime.GetMethodByInstructionPointer(address)?.MethodDesc ?? 0).Where(static method => method != 0)];
        List<string> more = [];
        int inOrder = 0, inner = 0;
        foreach (ulong method in found)
        {
            if (inOrder < expected.Length && method == expected[inOrder])
                inOrder++;
            else if (inOrder == 0)
                inner++;
            else if (inOrder < expected.Length)
                more.Add(NameOf(live, method));
        }

        bool isWhole = end == StackEnd.Outermost;
        string described = $"""
            {name} stands at {_space.NameOf(chain[0])}:{chain[0]:x} ({string.Join(" ", chain[..Math.Min(count, 30)].Select(_space.NameOf))})
              ClrMD {string.Join(" ", expected.Select(method => NameOf(live, method)))}
              Fathom {string.Join(" ", found.Select(method => NameOf(live, method)))}
            """;
        return new FramesCompared(
            name,
            end,
            isWhole ? "" : $"{end} behind {_space.NameOf(chain[count - 1])}",
            expected.Length,
            inOrder,
            inOrder > 0 ? inner : 0,
            more,
            isWhole && inOrder < expected.Length ? described : "",
            more.Count > 0 ? described : "");
    }

    private static string NameOf(LiveTarget live, ulong method) => live.Runtime.GetMethodByHandle(method) is { } known ? $"{known.Type.Name}.{known.Name}" : $"{method:x}";

    private sealed class Space(int pid) : IUnwindSpace, IDisposable
    {
        private readonly LiveFrameFiles _files = new();
        private readonly LiveCompiledFrames _compiled = new(pid);
        private readonly CodeImages _images = new();
        private AddressSpace _space = new();

        public void Look()
        {
            _space = new AddressSpace();
            ExecutableMappings.TryRead(pid, _images, _space);
        }

        public UnwindPlace Find(ulong address)
        {
            if (!_space.TryFind(address, out CodeMapping mapping))
                return default;
            IFrameTable? frames = mapping.Image.Kind == CodeKind.Compiled ? _compiled.Frames : _files.Of(in mapping, pid);
            return new UnwindPlace(true, frames, mapping.PlaceOf(address));
        }

        public int? FramePointerDistance(ulong address) => null;

        public int ReadCode(ulong address, Span<byte> buffer) => _compiled.ReadCode(address, buffer);

        public string NameOf(ulong address) => !_space.TryFind(address, out CodeMapping mapping) ? "?" : mapping.Image.Kind == CodeKind.Compiled ? "compiled" : mapping.Image.Name;

        public void Dispose()
        {
            _files.Dispose();
            _compiled.Dispose();
        }
    }
}

/// <summary>The frames of a thread in a stop.</summary>
/// <param name="Thread">Its name.</param>
/// <param name="End">How the copied stack ended.</param>
/// <param name="EndPlace">Where it ended, unless it was followed as a whole.</param>
/// <param name="Expected">Managed frames that ClrMD has.</param>
/// <param name="Found">Those of them that the copied stack has in the same order.</param>
/// <param name="Inner">
/// Managed frames of the copied stack before the first one that ClrMD has: of a thread that stands in the runtime without having left a note, ClrMD begins at the last note that it left.
/// </param>
/// <param name="More">Other managed frames of the copied stack that ClrMD leaves out.</param>
/// <param name="Difference">Both walks, where the stack ended as a whole and lacks a frame; otherwise empty.</param>
/// <param name="Beside">Both walks, where the copied stack has more frames; otherwise empty.</param>
internal sealed record FramesCompared(string Thread, StackEnd End, string EndPlace, int Expected, int Found, int Inner, IReadOnlyList<string> More, string Difference, string Beside);
