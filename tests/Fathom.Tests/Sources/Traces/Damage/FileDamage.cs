namespace Fathom.Tests.Sources.Traces.Damage;

/// <summary>How a file is changed.</summary>
/// <param name="Place">The first byte.</param>
/// <param name="Bytes">What is put there; none where the file ends there.</param>
internal readonly record struct FileDamage(int Place, byte[] Bytes)
{
    /// <summary>The values of a length that a reader is lied to with.</summary>
    public static readonly uint[] Lies = [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF];

    /// <summary>Whether the file ends early.</summary>
    public bool IsCut => Bytes.Length == 0;

    /// <summary>Cuts at places that are evenly far from one another, the longest rest first.</summary>
    public static IEnumerable<FileDamage> Cuts(byte[] content, int count)
    {
        for (int i = count - 1; i >= 0; i--)
            yield return new FileDamage((int)((long)content.Length * i / count), []);
    }

    /// <summary>Single bits that are turned over, at random places.</summary>
    public static IEnumerable<FileDamage> Flips(byte[] content, int count)
    {
        Random random = new(5);
        for (int i = 0; i < count; i++)
        {
            int place = random.Next(content.Length);
            yield return new FileDamage(place, [(byte)(content[place] ^ (1 << random.Next(8)))]);
        }
    }

    /// <summary>Lengths that are lies.</summary>
    /// <param name="fields">Where lengths are, and how many bytes they have.</param>
    /// <param name="most">Fields that are taken, evenly.</param>
    public static IEnumerable<FileDamage> Lengths(IReadOnlyList<(int Place, int Bytes)> fields, int most)
    {
        for (int i = 0; i < Math.Min(most, fields.Count); i++)
        {
            (int place, int bytes) = fields[fields.Count <= most ? i : (int)((long)fields.Count * i / most)];
            foreach (uint lie in Lies)
                yield return new FileDamage(place, BitConverter.GetBytes(lie)[..bytes]);
        }
    }

    public override string ToString() => IsCut ? $"cut at {Place}" : $"{Convert.ToHexString(Bytes)} at {Place}";
}
