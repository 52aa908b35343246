using Fathom.Serializers.Floors;
using Fathom.Serializers.Floors.HandWritten;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(
    args,
    new("(overhead)", static () => new OverheadAdapter()),
    new("(copy)", static () => new CopyAdapter()),
    new("(allocate only)", static () => new AllocateAdapter(isListPresized: true)),
    new("(allocate only, list grows)", static () => new AllocateAdapter(isListPresized: false)),
    new("(hand-written)", static () => new HandWrittenAdapter()));
