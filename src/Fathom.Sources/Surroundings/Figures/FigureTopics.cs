namespace Fathom.Sources.Surroundings.Figures;

/// <summary>What figures of a machine are about.</summary>
internal static class FigureTopics
{
    public const string Processor = "processor";
    public const string Memory = "memory";
    public const string Disk = "disk";
    public const string Pressure = "pressure";
    public const string Network = "network";
    public const string Tcp = "tcp";
    public const string Group = "control_group";
}
