namespace Insides;

/// <summary>A struct inside of collections.</summary>
internal readonly record struct Point(int X, int Y);
