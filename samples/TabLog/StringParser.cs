using System.Globalization;

namespace TabLog;

/// <summary>The whole file as one string, split into lines and cells.</summary>
internal static class StringParser
{
    public static async Task<long> SumAsync(string path)
    {
        string text = await File.ReadAllTextAsync(path);
        long sum = 0;
        foreach (string line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] cells = line.Split('\t');
            for (int column = 0; column < cells.Length; column++)
            {
                if (LogFile.IsNumber(column))
                    sum += long.Parse(cells[column], CultureInfo.InvariantCulture);
            }
        }

        return sum;
    }
}
