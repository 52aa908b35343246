using System.Runtime.InteropServices;
using Fathom.Formats.UnwindInfo;
using Fathom.Model;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the frames of code that was compiled while a process ran are passed, by address. What describes a method is read once from the memory of the process, which goes on running.</summary>
/// <param name="memory">The memory of the process.</param>
/// <param name="map">Finds methods.</param>
internal sealed class CompiledFrames(ITargetMemory memory, CompiledCode map) : IFrameTable
{
    private const int MostPieces = 1024;
    private const uint MostCode = 1 << 20;
    private const int MostMethods = 1 << 16;
    private const long MostBytes = 32 << 20;

    // The code of dynamic methods is freed and used again.
    private const long TrustedMs = 100;

    private readonly PlaceRules _known = new();
    private readonly SortedList<ulong, Method?> _methods = [];
    private long _knownUntilMs;
    private long _bytes;

    /// <inheritdoc/>
    public bool LooksAtCode => true;

    /// <inheritdoc/>
    public bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
    {
        if (isInnermost)
            return TryWorkOut(place, isInnermost, code, out rules);
        ForgetInTime();
        return _known.TryFind(this, place, out rules);
    }

    /// <inheritdoc/>
    public bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
    {
        rules = default;
        try
        {
            return Of(place) is { } method && method.TryFind(place, isInnermost, code, out rules);
        }
        catch (FathomException)
        {
            // The process has ended; what was read of it is still right.
            return false;
        }
    }

    private void ForgetInTime()
    {
        long nowMs = Environment.TickCount64;
        if (nowMs < _knownUntilMs)
            return;
        _known.Clear();
        _knownUntilMs = nowMs + TrustedMs;
    }

    private Method? Of(ulong address)
    {
        if (Known(address) is { } known && known.IsStill(map))
            return known;
        if (!map.TryFind(address, out ulong start, out ulong header))
            return null;
        if (_bytes > MostBytes || _methods.Count >= MostMethods)
        {
            _methods.Clear();
            _bytes = 0;
        }

        Method? method = header == 0 ? Method.Stub(memory, start, address) : Read(start, header);
        if (method is not null && header != 0)
        {
            if (_methods.GetValueOrDefault(start) is { } old)
                _bytes -= old.Bytes;
            _methods[start] = method;
            _bytes += method.Bytes;
        }

        return method;
    }

    private Method? Known(ulong address)
    {
        IList<ulong> starts = _methods.Keys;
        int low = 0, high = starts.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (starts[middle] <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high >= 0 && _methods.Values[high] is { } method && address < method.End ? method : null;
    }

    private Method? Read(ulong start, ulong header)
    {
        uint count = 0;
        if (memory.Read(header + (ulong)map.Header.Count, MemoryMarshal.AsBytes(new Span<uint>(ref count))) < sizeof(uint) || count is 0 or > MostPieces)
            return null;
        byte[] table = new byte[count * UnwindPiece.Size];
        if (memory.Read(header + (ulong)map.Header.Table, table) < table.Length)
            return null;
        // All places count from the same address, and the first piece begins the method.
        ulong origin = start - UnwindPiece.Read(table).Begin, end = start;
        UnwindPiece[] pieces = new UnwindPiece[count];
        for (int i = 0; i < pieces.Length; i++)
        {
            pieces[i] = UnwindPiece.Read(table.AsSpan(i * UnwindPiece.Size));
            end = Math.Max(end, origin + pieces[i].End);
        }

        return end <= start || end - start > MostCode ? null : new Method(memory, start, end, header, origin, pieces);
    }

    /// <summary>A method, or a stub.</summary>
    private sealed class Method(ITargetMemory memory, ulong start, ulong end, ulong header, ulong origin, UnwindPiece[] pieces) : IUnwindInformation
    {
        // Read when a stack first leads through the piece: few do of a method with many handlers.
        private readonly byte[]?[] _information = new byte[]?[pieces.Length];

        private long _trustedUntilMs = Environment.TickCount64 + TrustedMs;

        public ulong End => end;

        public long Bytes { get; } = (pieces.Length * 96) + 128;

        /// <summary>A stub has no frame. Where it ends is not known.</summary>
        public static Method Stub(ITargetMemory memory, ulong start, ulong address) => new(memory, start, address + 1, 0, start, []);

        /// <summary>Whether the memory has the same method as before.</summary>
        public bool IsStill(CompiledCode map)
        {
            if (Environment.TickCount64 < _trustedUntilMs)
                return true;
            _trustedUntilMs = Environment.TickCount64 + TrustedMs;
            return map.TryReadHeader(start, out ulong now) && now == header;
        }

        public bool TryFind(ulong address, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
        {
            rules = CallFrameState.WithoutFrame();
            if (header == 0)
                return isInnermost;
            uint place = (uint)(address - origin);
            for (int i = 0; i < pieces.Length; i++)
            {
                if (place < pieces[i].Begin || place >= pieces[i].End)
                    continue;
                bool isTold = PieceRules.TryFind(this, pieces[i], place, isInnermost ? code : [], out UnwindRules told);
                rules = isTold ? CallFrameState.Of(in told) : default;
                return isTold;
            }

            return false;
        }

        /// <inheritdoc/>
        ReadOnlySpan<byte> IUnwindInformation.InformationOf(UnwindPiece piece) => Array.IndexOf(pieces, piece) is >= 0 and var number ? Information(number) : [];

        private byte[] Information(int number)
        {
            if (_information[number] is { } known)
                return known;
            Span<byte> information = stackalloc byte[UnwindReader.MostBytes];
            information = information[..memory.Read(origin + pieces[number].Information, information)];
            return _information[number] = information[..Math.Min(information.Length, UnwindReader.LengthOf(information))].ToArray();
        }
    }
}
