using System.Text;

namespace Fathom.Model.Generators;

/// <summary>Names of columns and tables.</summary>
internal static class Names
{
    /// <summary>The column of a property: <c>SizeBytes</c> is <c>size_bytes</c>, <c>Gen0Count</c> is <c>gen0_count</c>.</summary>
    public static string OfColumn(string property)
    {
        StringBuilder name = new(property.Length + 4);
        for (int i = 0; i < property.Length; i++)
        {
            if (i > 0 && char.IsUpper(property[i]) && !char.IsUpper(property[i - 1]) && property[i - 1] != '_')
                name.Append('_');
            name.Append(char.ToLowerInvariant(property[i]));
        }

        return name.ToString();
    }

    /// <summary>Whether a text can be a name in SQL without quotes.</summary>
    public static bool IsValid(string name) =>
        name.Length > 0 && name[0] is >= 'a' and <= 'z' && name.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '_');
}
