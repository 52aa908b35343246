namespace Fathom.Formats.ReadyToRun;

/// <summary>The methods of an image by place.</summary>
internal sealed class CodeMap
{
    private readonly uint[] _starts;
    private readonly int[] _methods;

    private CodeMap(ReadyToRunMethod[] methods, int strayFunctions)
    {
        Methods = methods;
        StrayFunctions = strayFunctions;
        (uint Start, int Method)[] ranges = [
            .. methods.Select(static (method, index) => (method.Rva, index)),
            .. methods.Select(static (method, index) => (method.ColdRva, index)).Where(static cold => cold.ColdRva != 0),
        ];
        Array.Sort(ranges);
        _starts = [.. ranges.Select(static range => range.Start)];
        _methods = [.. ranges.Select(static range => range.Method)];
    }

    /// <summary>All, sorted by place.</summary>
    public ReadyToRunMethod[] Methods { get; }

    /// <summary>Pieces of code that belong to no method or lie on one another.</summary>
    public int StrayFunctions { get; }

    /// <summary>Joins pieces of code to methods. A piece belongs to the last method that begins at it or before it.</summary>
    /// <param name="functions">The pieces.</param>
    /// <param name="entries">Which methods begin where.</param>
    /// <param name="cold">Parts that stand elsewhere.</param>
    /// <param name="sizeOfImage">Where the image ends.</param>
    /// <param name="isWhole">Whether all methods are known. Else a method has its first piece only, for others may begin behind it.</param>
    public static CodeMap Join(RuntimeFunctions functions, EntryPoints entries, HotColdMap cold, uint sizeOfImage, bool isWhole)
    {
        List<ReadyToRunMethod> methods = new(entries.Count);
        int stray = 0;
        uint end = 0;
        for (int i = 0; i < cold.FirstCold;)
        {
            int next = i + 1;
            while (isWhole && next < cold.FirstCold && entries.At(next) is null)
                next++;
            (int first, int coldEnd) = cold.Of(i);
            (uint hotBegin, uint hotEnd) = Range(functions, i, next, end, sizeOfImage);
            (uint coldBegin, uint coldStop) = Range(functions, first, coldEnd, 0, sizeOfImage);
            if (entries.At(i) is { } entry && hotEnd > hotBegin)
            {
                methods.Add(new ReadyToRunMethod(hotBegin, hotEnd - hotBegin, coldBegin, coldStop - coldBegin) { Entry = entry });
                end = hotEnd;
            }
            else
            {
                stray += next - i;
            }

            i = next;
        }

        return new CodeMap([.. methods], stray);
    }

    /// <summary>The method whose code is at a place, or null.</summary>
    public ReadyToRunMethod? Find(uint rva)
    {
        int at = Array.BinarySearch(_starts, rva);
        at = at < 0 ? ~at - 1 : at;
        if (at < 0)
            return null;
        ReadyToRunMethod method = Methods[_methods[at]];
        return rva - method.Rva < method.SizeBytes || rva - method.ColdRva < method.ColdSizeBytes ? method : null;
    }

    // Pieces of one method follow one another. Empty where the first lies on what came before, or beyond the image.
    private static (uint Begin, uint End) Range(RuntimeFunctions functions, int first, int next, uint after, uint limit)
    {
        if (first == next)
            return default;
        (uint begin, uint end) = functions[first];
        if (begin < after || end <= begin || end > limit)
            return default;
        for (int i = first + 1; i < next; i++)
        {
            (uint from, uint to) = functions[i];
            if (from < end || to <= from || to > limit)
                break;
            end = to;
        }

        return (begin, end);
    }
}
