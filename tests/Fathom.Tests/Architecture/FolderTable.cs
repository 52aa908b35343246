using System.Text.RegularExpressions;
using Fathom.TestSupport;

namespace Fathom.Tests.Architecture;

/// <summary>The folders of Sources in the order in which ARCHITECTURE.md names them.</summary>
internal static partial class FolderTable
{
    /// <summary>
    /// Folders with files, from the rows <c>| `Folder` | `Sub`, `Sub` | … |</c>; one without subfolders has <c>-</c>, and one that has files beside its subfolders
    /// says <c>itself</c>.
    /// </summary>
    public static IReadOnlyList<string> FromDocument()
    {
        List<string> folders = [];
        bool isTable = false;
        foreach (string line in File.ReadLines(Path.Combine(Repository.Root, "ARCHITECTURE.md")))
        {
            string[] cells = [.. line.Split('|').Select(static cell => cell.Trim())];
            isTable = cells is ["", "Folder of Sources", ..] || (isTable && cells.Length == 5);
            if (!isTable || Code().Match(cells[1]) is not { Success: true } folder)
                continue;
            foreach (string part in cells[2].Split(',', StringSplitOptions.TrimEntries))
                folders.Add(part is "-" or "itself" ? folder.Groups[1].Value : $"{folder.Groups[1].Value}/{part.Trim('`')}");
        }

        return folders;
    }

    [GeneratedRegex("^`(.+)`$")]
    private static partial Regex Code();
}
