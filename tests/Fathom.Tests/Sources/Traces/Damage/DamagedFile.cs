using Fathom.TestSupport;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Tests.Sources.Traces.Damage;

/// <summary>A file that is damaged and made whole again in its place.</summary>
internal sealed class DamagedFile : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly byte[] _content;
    private readonly SafeFileHandle _file;
    private FileDamage? _damage;

    public DamagedFile(byte[] content)
    {
        _content = content;
        Path = _folder.File("damaged");
        File.WriteAllBytes(Path, content);
        _file = File.OpenHandle(Path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
    }

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>Damages it, after the damage before was taken back.</summary>
    public void Take(FileDamage damage)
    {
        if (_damage is { IsCut: false } before)
            RandomAccess.Write(_file, _content.AsSpan(before.Place, before.Bytes.Length), before.Place);
        else if (_damage is { } cut && !(damage.IsCut && damage.Place <= cut.Place))
            RandomAccess.Write(_file, _content.AsSpan(cut.Place), cut.Place);
        _damage = damage;
        if (damage.IsCut)
            RandomAccess.SetLength(_file, damage.Place);
        else
            RandomAccess.Write(_file, damage.Bytes, damage.Place);
    }

    public void Dispose()
    {
        _file.Dispose();
        _folder.Dispose();
    }
}
