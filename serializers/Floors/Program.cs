using Fathom.Serializers.Floors;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(
    args,
    new("(overhead)", static () => new OverheadAdapter()),
    new("(copy)", static () => new CopyAdapter()));
