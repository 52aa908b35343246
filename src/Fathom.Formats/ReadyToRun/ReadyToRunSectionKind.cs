namespace Fathom.Formats.ReadyToRun;

/// <summary>Kinds of sections that are read.</summary>
internal enum ReadyToRunSectionKind : uint
{
    RuntimeFunctions = 102,
    MethodEntryPoints = 103,
    DebugInformation = 105,
    InstanceEntryPoints = 109,
    ManifestMetadata = 112,
    ComponentAssemblies = 115,
    OwnerComposite = 116,
    ManifestMvids = 118,
    HotColdMap = 120,
}
