using System.Globalization;
using System.Text;

namespace Fathom.Serializers.Inference;

/// <summary>Makes names of C# out of names of JSON.</summary>
internal static class Identifiers
{
    // What every object has already.
    private static readonly string[] s_inherited = ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize", "ReferenceEquals"];

    /// <summary>A name with capitals where words begin: "user_name" is UserName, "2nd" is _2nd.</summary>
    public static string Pascal(string key)
    {
        StringBuilder name = new();
        bool isStart = true;
        foreach (char c in key)
        {
            if (!char.IsLetterOrDigit(c))
            {
                isStart = true;
                continue;
            }

            name.Append(isStart ? char.ToUpperInvariant(c) : c);
            isStart = false;
        }

        if (name.Length == 0)
            return "Member";
        return char.IsLetter(name[0]) ? name.ToString() : $"_{name}";
    }

    /// <summary>The name of the class of an array's elements: "entries" is Entry, "books" is Book.</summary>
    public static string Singular(string name) => name switch
    {
        [.. var stem, 'i', 'e', 's'] when stem.Length > 1 => stem + "y",
        [.. var stem, 's', 's', 'e', 's'] => stem + "ss",
        [.., 's', 's'] => name + "Item",
        [.. var stem, 's'] when stem.Length > 1 => stem,
        _ => name + "Item",
    };

    /// <summary>A name that <paramref name="taken"/> does not have; it is added there.</summary>
    public static string Unique(string name, HashSet<string> taken)
    {
        string one = s_inherited.Contains(name) ? name + "Value" : name;
        for (int number = 2; !taken.Add(one); number++)
            one = string.Create(CultureInfo.InvariantCulture, $"{name}{number}");
        return one;
    }
}
