using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Games;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class GameEntity;

[MemoryPackable]
public partial class GameItem;

[MemoryPackable]
public partial class GameSaves;

[MemoryPackable]
public partial class PlayerAbilities;

[MemoryPackable]
public partial class PlayerSave;

[MemoryPackable]
public partial class RecipeBook;

[MemoryPackable]
public partial class WorldPosition;
