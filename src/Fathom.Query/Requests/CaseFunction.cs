using System.Buffers;
using System.Text;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Requests;

/// <summary>
/// The capital letters of texts, so that comparing what this gives by its bytes is comparing the texts as <see cref="StringComparison.OrdinalIgnoreCase"/>
/// does: that compares capital letters by their code points, which is the order of their UTF-8. Null stays null.
/// </summary>
internal sealed class CaseFunction() : DuckDbTextFunction(DuckDbType.VarChar)
{
    // A code point of two bytes may have a capital letter of three.
    private const int LargestGrowth = 3;

    /// <inheritdoc/>
    public override void Compute(DuckDbVector texts, DuckDbFunctionResult results)
    {
        char[] chars = ArrayPool<char>.Shared.Rent(512);
        byte[] bytes = ArrayPool<byte>.Shared.Rent(512);
        for (int row = 0; row < results.RowCount; row++)
        {
            if (texts.IsNull(row))
            {
                results.SetNull(row);
                continue;
            }

            ReadOnlySpan<byte> text = texts.Utf8(row);
            RentedArray.Grow(ref bytes, text.Length * LargestGrowth);
            if (Ascii.IsValid(text))
            {
                Ascii.ToUpper(text, bytes, out int length);
                results.SetText(row, bytes.AsSpan(0, length));
                continue;
            }

            RentedArray.Grow(ref chars, 2 * text.Length);
            int count = Encoding.UTF8.GetChars(text, chars);
            Span<char> capitals = chars.AsSpan(count, count);
            MemoryExtensions.ToUpperInvariant(chars.AsSpan(0, count), capitals);
            results.SetText(row, bytes.AsSpan(0, Encoding.UTF8.GetBytes(capitals, bytes)));
        }

        ArrayPool<char>.Shared.Return(chars);
        ArrayPool<byte>.Shared.Return(bytes);
    }
}
