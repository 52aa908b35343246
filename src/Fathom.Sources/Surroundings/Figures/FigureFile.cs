using System.Text;
using Fathom.Files;
using Fathom.Sources.Memory;
using Fathom.Sources.Surroundings.Sampling;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>A file of the kernel that stays open and is read from its begin, again and again, into the same memory.</summary>
internal sealed unsafe class FigureFile : IDisposable
{
    private const int MaxBytes = 4 << 20;

    private int _file;
    private byte[] _buffer = new byte[4096];

    /// <summary>Opens a file; one that cannot be opened has no text.</summary>
    /// <param name="path">Its path.</param>
    public FigureFile(string path)
    {
        fixed (byte* bytes = Encoding.UTF8.GetBytes(path + '\0'))
            _file = FileCalls.Open(bytes, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
    }

    /// <summary>Whether it could be opened.</summary>
    public bool IsOpen => _file >= 0;

    /// <summary>Its text, valid until the next call; empty where it could not be read.</summary>
    public ReadOnlySpan<byte> Read()
    {
        if (_file < 0)
            return default;
        int length = 0;
        // The kernel hands out a page at most, so a file ends where nothing more comes.
        while (length < MaxBytes)
        {
            if (length == _buffer.Length)
                Array.Resize(ref _buffer, _buffer.Length * 2);
            nint count;
            fixed (byte* at = &_buffer[length])
                count = SampleCalls.ReadAt(_file, at, _buffer.Length - length, length);
            if (count < 0)
                return default;
            if (count == 0)
                return _buffer.AsSpan(0, length);
            length += (int)count;
        }

        return default;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_file >= 0)
            _ = DescriptorCalls.Close(_file);
        _file = -1;
    }
}
