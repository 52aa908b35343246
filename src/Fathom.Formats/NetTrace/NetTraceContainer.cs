namespace Fathom.Formats.NetTrace;

/// <summary>The outer form of a stream: how its objects lie one behind the other.</summary>
/// <param name="input">Its bytes, behind the first ones.</param>
/// <param name="name">What the stream is called in messages.</param>
/// <param name="totals">Gets the end.</param>
internal abstract class NetTraceContainer(NetTraceInput input, string name, NetTraceTotals totals)
{
    /// <summary>The bytes.</summary>
    protected NetTraceInput Input { get; } = input;

    /// <summary>The name in messages.</summary>
    protected string Name { get; } = name;

    /// <summary>What was read.</summary>
    protected NetTraceTotals Totals { get; } = totals;

    /// <summary>Reads the first object.</summary>
    /// <exception cref="Model.FathomException">It is none that can be read.</exception>
    public abstract NetTraceHeader ReadTrace();

    /// <summary>Reads the next object, or notes the end.</summary>
    public abstract void ReadObject(NetTraceBlocks blocks, INetTraceSink sink);

    /// <summary>The stream ends before its mark. Always false.</summary>
    protected bool CutOff(string where)
    {
        Totals.Finish(NetTraceEnd.CutOff, $"'{Name}' is cut off: it ends at byte {Input.Position} {where}.");
        return false;
    }

    /// <summary>The stream makes no sense. Always false.</summary>
    protected bool Damaged(string what)
    {
        Totals.Finish(NetTraceEnd.Damaged, $"'{Name}' is damaged: {what} (near byte {Input.Position}). What follows is lost.");
        return false;
    }
}
