using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Trust;

/// <summary>A user in a sentence: the name and the number, or the number alone.</summary>
internal static class UserText
{
    public static string Of(uint id)
    {
        string number = id.ToString(CultureInfo.InvariantCulture);
        string name = UserNames.Load("/etc/passwd")[id];
        return name == number ? $"user {number}" : $"user {name} ({number})";
    }
}
