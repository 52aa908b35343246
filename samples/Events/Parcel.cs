namespace Events;

/// <summary>An object of 104 bytes: 16 of its own and 88 of content.</summary>
internal sealed class Parcel
{
    public long A = 1, B = 2, C = 3, D = 4, E = 5, F = 6, G = 7, H = 8, I = 9, J = 10, K = 11;
}
