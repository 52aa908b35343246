namespace Fathom.Sources.Inspection;

/// <summary>From when on an array or a collection counts as sparse.</summary>
internal static class Sparse
{
    /// <summary>Least elements; smaller ones waste little, whatever they hold.</summary>
    public const int MinLength = 32;

    private const int MaxFill = 4;

    /// <summary>Whether at most a quarter of the elements is in use.</summary>
    public static bool Is(long used, long length) => length >= MinLength && used <= length / MaxFill;
}
