using Fathom.Serializers.HyperionPoco;
using Fathom.Serializers.Kit.Sessions;
using Hyperion;

// The default options themselves hold a null, which every copy of them has mended.
return SerializerProgram.Run(
    args,
    new("Hyperion", static () => new HyperionAdapter("", static () => SerializerOptions.Default.WithVersionTolerance(false))),
    new("Hyperion (references, versions)", static () => new HyperionAdapter(
        "preserveObjectReferences, versionTolerance", static () => SerializerOptions.Default.WithVersionTolerance(true).WithPreserveObjectReferences(true))));
