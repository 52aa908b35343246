using System.Text;
using Fathom.Formats.MachineLog;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>What a figure is, and how a text of the kernel tells it.</summary>
/// <param name="topic">What it is about.</param>
/// <param name="name">Its name, with the unit in it.</param>
/// <param name="word">How the kernel calls it; empty where its place tells it.</param>
/// <param name="factor">From the kernel's unit to that of the name.</param>
internal sealed class FigureKey(string topic, string name, string word = "", long factor = 1)
{
    private readonly byte[] _word = Encoding.UTF8.GetBytes(word);

    public string Topic { get; } = topic;

    public string Name { get; } = name;

    public ReadOnlySpan<byte> Word => _word;

    public string Kind { get; init; } = LoggedSeries.Counter;

    /// <summary>Numbers of the kernel from which on it counts from 0 again.</summary>
    public long? KernelRange { get; init; }

    /// <summary>The same in the unit of the name.</summary>
    public long? WrapsAt => KernelRange * factor;

    /// <summary>A value in the unit of the name; null where it is not known or too large.</summary>
    public long? Scaled(long? value) => value is { } number && number <= long.MaxValue / factor ? number * factor : null;

    /// <summary>One that is what it is at a moment, and does not count.</summary>
    public static FigureKey Level(string topic, string name, string word = "", long factor = 1) =>
        new(topic, name, word, factor) { Kind = LoggedSeries.Level };
}
