namespace Fathom.Formats.UnwindInfo;

/// <summary>Has the unwind information of pieces of code.</summary>
public interface IUnwindInformation
{
    /// <summary>That of a piece, with what may stand behind it; empty where it is not known.</summary>
    ReadOnlySpan<byte> InformationOf(UnwindPiece piece);
}
