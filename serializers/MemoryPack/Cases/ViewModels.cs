using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.ViewModels;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class CampaignSummary;

[MemoryPackable]
public partial class EventSummary;

[MemoryPackable]
public partial class HomeViewModel;

[MemoryPackable]
public partial class LocationViewModel;

[MemoryPackable]
public partial class LoginViewModel;

[MemoryPackable]
public partial class MyEvent;

[MemoryPackable]
public partial class MyEventsViewModel;

[MemoryPackable]
public partial class VolunteerTask;
