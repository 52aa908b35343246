namespace Fathom.Model.Recording;

/// <summary>Reads what a file tells, of one process or of many.</summary>
public interface IFileExtractor : IExtractor
{
    /// <summary>What recordings call files of this format.</summary>
    string Source { get; }

    /// <summary>Name of the process, known after <see cref="IExtractor.Run"/>; null where the file does not tell.</summary>
    string? ProcessName { get; }

    /// <summary>Number of the process, known after <see cref="IExtractor.Run"/>; 0 where the file does not tell.</summary>
    int Pid { get; }
}
