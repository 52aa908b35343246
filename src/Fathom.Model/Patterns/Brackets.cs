namespace Fathom.Model.Patterns;

/// <summary>
/// Which characters of a text stand inside brackets that are closed again: <c>&lt;&gt;</c>, <c>[]</c>, <c>()</c>. An opening bracket without its
/// partner is an ordinary character, because patterns may hold half of a name; a closing one behind <c>…</c> has its partner in what the sign stands for.
/// </summary>
internal readonly struct Brackets
{
    private const string Opening = "<[(";
    private const string Closing = ">])";
    private const char Cut = '…';

    private readonly bool[]? _enclosed;

    public Brackets(string text)
    {
        if (text.AsSpan().IndexOfAny(Opening) < 0 && !text.Contains(Cut))
            return;
        int[] depthChange = new int[text.Length];
        Stack<int> open = new();
        int[] openOfKind = new int[Opening.Length];
        for (int i = 0; i < text.Length; i++)
        {
            int opening = Opening.IndexOf(text[i]);
            int closing = Closing.IndexOf(text[i]);
            if (opening >= 0)
            {
                open.Push(i);
                openOfKind[opening]++;
            }
            else if (closing >= 0 && openOfKind[closing] > 0)
            {
                depthChange[PopUntil(Opening[closing])] = 1;
                depthChange[i] = -1;
            }
            else if (closing >= 0 && text.LastIndexOf(Cut, i) is >= 0 and int cut)
            {
                // Its partner was cut off where a table shortened the name.
                depthChange[cut]++;
                depthChange[i]--;
            }
        }

        _enclosed = new bool[text.Length];
        for (int i = 0, depth = 0; i < text.Length; i++)
        {
            depth += depthChange[i];
            _enclosed[i] = depth > 0;
        }

        // What was opened later and is still open has no partner.
        int PopUntil(char kind)
        {
            int start;
            do
            {
                start = open.Pop();
                openOfKind[Opening.IndexOf(text[start])]--;
            }
            while (text[start] != kind);
            return start;
        }
    }

    /// <summary>Whether the character at <paramref name="index"/> stands inside a closed pair.</summary>
    public bool Enclose(int index) => _enclosed is not null && _enclosed[index];
}
