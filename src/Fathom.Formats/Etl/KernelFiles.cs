using Fathom.Formats.Etl.Buffers;

namespace Fathom.Formats.Etl;

/// <summary>Where the files of the kernel lie: its own, and those of drivers.</summary>
public sealed class KernelFiles
{
    private const int Most = 1 << 14;

    private readonly SortedList<ulong, (ulong Size, string Name)> _files = [];

    /// <summary>Finds the file that has an address.</summary>
    /// <param name="address">The address.</param>
    /// <returns>Its name without folder, and the place in it as it is mapped; null where none has it.</returns>
    public (string Name, ulong Offset)? Find(ulong address)
    {
        int low = 0, high = _files.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_files.GetKeyAtIndex(middle) <= address)
                low = middle + 1;
            else
                high = middle;
        }

        if (low == 0)
            return null;
        (ulong start, (ulong size, string name)) = (_files.GetKeyAtIndex(low - 1), _files.GetValueAtIndex(low - 1));
        return address - start < size ? (name, address - start) : null;
    }

    /// <summary>Takes a mapped file, whenever that is told.</summary>
    internal void Add(in EtlRecord record)
    {
        ImageFields fields = ImageFields.Read(record.Payload, record.Version, record.PointerSize);
        if (!fields.IsWhole || fields.ProcessId != 0 || record.Version == 0 || _files.Count == Most)
            return;
        ReadOnlySpan<char> name = fields.Path[(fields.Path.LastIndexOf('\\') + 1)..];
        _files.TryAdd(fields.Start, (fields.Size, name.ToString()));
    }
}
