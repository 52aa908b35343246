namespace Fathom.Sources.Traces.Calls;

/// <summary>The descriptors of a process, and the folder that it works in.</summary>
internal sealed class OpenedFiles
{
    private readonly Dictionary<int, OpenedFile> _byNumber;

    /// <summary>Of a process of which nothing is known.</summary>
    public OpenedFiles() => _byNumber = [];

    private OpenedFiles(OpenedFiles parent) => (_byNumber, Folder) = (new Dictionary<int, OpenedFile>(parent._byNumber), parent.Folder);

    /// <summary>The folder that it works in; null where that is not known.</summary>
    public string? Folder { get; set; }

    /// <summary>What a descriptor leads to; null where that is not known.</summary>
    public OpenedFile? Find(long number) => _byNumber.GetValueOrDefault((int)number);

    /// <summary>It has a descriptor.</summary>
    public void Open(long number, OpenedFile file) => _byNumber[(int)number] = file;

    /// <summary>It had one at the start, unless something later is known already.</summary>
    public void HadOpen(int number, OpenedFile file) => _byNumber.TryAdd(number, file);

    /// <summary>A close that began at a time: another thread may have got the number again before it returned.</summary>
    public void Close(long number, long startNs)
    {
        if (_byNumber.TryGetValue((int)number, out OpenedFile? file) && file.OpenedNs <= startNs)
            _byNumber.Remove((int)number);
    }

    /// <summary>Closes a range, or has it closed when another program begins.</summary>
    public void CloseRange(long first, long last, long startNs, bool onlyAtExec)
    {
        foreach ((int number, OpenedFile file) in _byNumber.Where(each => each.Key >= first && (ulong)each.Key <= (ulong)last).ToArray())
        {
            if (onlyAtExec)
                _byNumber[number] = file with { ClosesAtExec = true };
            else
                Close(number, startNs);
        }
    }

    /// <summary>Another program begins in the process.</summary>
    public void Exec()
    {
        foreach (int number in _byNumber.Where(static each => each.Value.ClosesAtExec).Select(static each => each.Key).ToArray())
            _byNumber.Remove(number);
    }

    /// <summary>Those of a child, at its begin.</summary>
    public OpenedFiles Copy() => new(this);
}
