using Fathom.Files;

namespace Fathom.Cli.Options;

/// <summary>Reads text files that options name.</summary>
internal static class GivenText
{
    /// <summary>What a file holds.</summary>
    /// <param name="path">Its path, or a pipe of the shell.</param>
    /// <param name="read">Reads it.</param>
    /// <param name="refusal">The error for a reason, a part of a sentence, and its cause.</param>
    /// <exception cref="FathomException">It cannot be read.</exception>
    public static T Read<T>(string path, Func<StreamReader, T> read, Func<string, Exception?, FathomException> refusal)
    {
        if (Directory.Exists(path))
            throw refusal("it is a folder.", null);
        try
        {
            using StreamReader reader = new(GivenFile.Is(path) ? GivenFile.OpenRead(path) : RegularFile.OpenRead(path));
            return read(reader);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw refusal(failure is FileNotFoundException or DirectoryNotFoundException ? "there is no such file." : failure.Message, failure);
        }
    }

    /// <summary>All of a text file; null where it is longer than its kind may be.</summary>
    /// <param name="path">Its path, or a pipe of the shell.</param>
    /// <param name="mostChars">So many characters it may have.</param>
    /// <param name="refusal">The error for a reason, a part of a sentence.</param>
    /// <exception cref="FathomException">It cannot be read.</exception>
    public static string? ReadAtMost(string path, int mostChars, Func<string, FathomException> refusal)
    {
        char[] text = new char[mostChars + 1];
        int length = Read(path, reader => reader.ReadBlock(text), (reason, _) => refusal(reason));
        return length <= mostChars ? new string(text, 0, length) : null;
    }
}
