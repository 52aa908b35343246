using System.Text;

namespace Fathom.Capture.Programs;

/// <summary>The name of a process as a part of a file name.</summary>
internal static class FileWord
{
    // A name from outside must not lead into another folder, and blanks in file names are a nuisance.

    /// <summary>The name with letters, digits, '.', '-' and '_' only, and no '.' at its begin; empty where nothing is left.</summary>
    public static string Of(string name)
    {
        StringBuilder clean = new(name.Length);
        foreach (char letter in name)
            clean.Append(char.IsLetterOrDigit(letter) || letter is '.' or '-' or '_' ? letter : '_');
        return clean.ToString().TrimStart('.');
    }
}
