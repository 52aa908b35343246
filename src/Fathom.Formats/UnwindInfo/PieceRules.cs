namespace Fathom.Formats.UnwindInfo;

/// <summary>Finds the rules of a place in a piece of code: by its epilog, or by its unwind information and that of the pieces that it is chained to.</summary>
public static class PieceRules
{
    // A chain that leads back ends too.
    private const int MostChained = 8;

    /// <summary>Finds them.</summary>
    /// <param name="source">Has the information of pieces.</param>
    /// <param name="piece">The piece.</param>
    /// <param name="place">The place, counted as the piece is.</param>
    /// <param name="code">The code from the place on, if it is the current instruction of a thread; otherwise empty.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False where the information makes no sense.</returns>
    public static bool TryFind(IUnwindInformation source, UnwindPiece piece, uint place, ReadOnlySpan<byte> code, out UnwindRules rules)
    {
        if (EpilogReader.TryRead(code, place, piece.Begin, piece.End, out rules))
            return true;
        UnwindReader reader = UnwindReader.Begin();
        uint at = place - piece.Begin;
        for (int i = 0; i < MostChained; i++)
        {
            ReadOnlySpan<byte> information = source.InformationOf(piece);
            if (!reader.TryUndo(information, at))
                return false;
            if (reader.Chained is not { } chained)
            {
                rules = reader.Finish();
                rules.BehindProlog = i == 0 && at >= UnwindReader.PrologBytes(information) ? (int)(at - UnwindReader.PrologBytes(information)) : null;
                return true;
            }

            (piece, at) = (chained, uint.MaxValue);
        }

        return false;
    }
}
