using System.Security.Cryptography;

namespace Store;

/// <summary>What a customer might want.</summary>
internal sealed class Recommendations
{
    private readonly byte[][] _tastes = [.. Enumerable.Range(0, 4_000).Select(static i => SHA256.HashData(BitConverter.GetBytes(i)))];

    public int[] For(int customer)
    {
        byte[] own = _tastes[customer % _tastes.Length];
        return [.. Enumerable.Range(0, _tastes.Length).OrderByDescending(other => Likeness(own, _tastes[other])).ThenBy(static other => other).Take(10)];
    }

    private static double Likeness(byte[] a, byte[] b)
    {
        double sum = 0;
        for (int i = 0; i < a.Length; i++)
            sum += Math.Sqrt(Math.Abs(a[i] - b[i]) + 1) * Math.Cos(a[i] ^ b[i]);
        return sum;
    }
}
