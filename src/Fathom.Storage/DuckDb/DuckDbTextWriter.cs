using System.Runtime.CompilerServices;

namespace Fathom.Storage.DuckDb;

/// <summary>
/// Writes a text column without copying: a text of up to 12 bytes is stored in place, a longer one is a length, its first 4 bytes and
/// a pointer. The memory pointed to must outlive the statement that reads the rows.
/// </summary>
public readonly unsafe ref struct DuckDbTextWriter
{
    private const int InlineLength = 12;
    private const int TextSize = 16;
    private readonly byte* _texts;

    internal DuckDbTextWriter(void* texts) => _texts = (byte*)texts;

    /// <summary>Sets the text of a row.</summary>
    /// <param name="row">Row of the chunk.</param>
    /// <param name="start">Address of valid UTF-8.</param>
    /// <param name="length">Its length in bytes.</param>
    public void Set(int row, nint start, int length)
    {
        byte* text = _texts + ((long)row * TextSize);
        *(int*)text = length;
        if (length <= InlineLength)
        {
            // The engine compares all 12 bytes, so those behind the text are zero.
            Unsafe.InitBlockUnaligned(text + 4, 0, InlineLength);
            Unsafe.CopyBlockUnaligned(text + 4, (void*)start, (uint)length);
        }
        else
        {
            *(int*)(text + 4) = *(int*)start;
            *(nint*)(text + 8) = start;
        }
    }
}
