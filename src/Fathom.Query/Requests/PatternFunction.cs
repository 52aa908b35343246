using System.Buffers;
using System.Text;
using Fathom.Model.Patterns;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Requests;

/// <summary>Whether texts fit a list of patterns; an absent text is an empty one.</summary>
/// <param name="patterns">The patterns.</param>
internal sealed class PatternFunction(PatternList patterns) : DuckDbTextFunction(DuckDbType.Boolean)
{
    private readonly bool _emptyFits = patterns.Matches("");

    /// <inheritdoc/>
    public override void Compute(DuckDbVector texts, DuckDbFunctionResult results)
    {
        Span<bool> fits = results.Truths;
        char[] buffer = ArrayPool<char>.Shared.Rent(256);
        ReadOnlySpan<byte> before = default;
        bool fitBefore = _emptyFits;
        for (int row = 0; row < fits.Length; row++)
        {
            if (texts.IsNull(row))
            {
                fits[row] = _emptyFits;
                continue;
            }

            // Lists often have the same text in many rows one behind the other.
            ReadOnlySpan<byte> text = texts.Utf8(row);
            if (!text.SequenceEqual(before))
            {
                RentedArray.Grow(ref buffer, text.Length);
                fitBefore = patterns.Matches(buffer.AsSpan(0, Encoding.UTF8.GetChars(text, buffer)));
                before = text;
            }

            fits[row] = fitBefore;
        }

        ArrayPool<char>.Shared.Return(buffer);
    }
}
