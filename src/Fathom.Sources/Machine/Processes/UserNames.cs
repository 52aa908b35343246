using System.Globalization;
using Fathom.Files;

namespace Fathom.Sources.Machine.Processes;

/// <summary>User id to name, from a passwd file (<c>NAME:PASSWORD:UID:…</c> per line) that is read once.</summary>
internal sealed class UserNames
{
    private readonly Dictionary<uint, string> _names = [];

    private UserNames()
    {
    }

    /// <summary>Reads the file; where it cannot be read, users keep their numbers.</summary>
    public static UserNames Load(string passwdFile)
    {
        try
        {
            return Parse(RegularFile.ReadAllText(passwdFile));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new UserNames();
        }
    }

    /// <summary>Reads the text of a passwd file; lines of another form are skipped.</summary>
    public static UserNames Parse(string passwd)
    {
        UserNames users = new();
        foreach (string line in passwd.Split('\n'))
        {
            string[] fields = line.Split(':');
            if (fields.Length > 2 && uint.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out uint id))
                users._names.TryAdd(id, fields[0]);
        }

        return users;
    }

    /// <summary>The name, or the number where there is none.</summary>
    public string this[uint id] => _names.TryGetValue(id, out string? name) ? name : id.ToString(CultureInfo.InvariantCulture);
}
