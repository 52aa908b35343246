using Orleans;

namespace Fathom.Serializers.Kit.Cases.Games;

// The attribute makes the library's generator write a codec for each.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class GameEntity;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class GameItem;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class GameSaves;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class PlayerAbilities;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class PlayerSave;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class RecipeBook;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class WorldPosition;
