namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>What the kernel's audit does.</summary>
/// <param name="IsEnabled">Whether it is switched on; null where it could not be asked, as the others.</param>
/// <param name="Daemon">The process that gets what is recorded, 0 for none.</param>
/// <param name="RuleCount">Its rules; each makes system calls slower.</param>
/// <param name="Why">Why it, or its rules, could not be asked; null where they were.</param>
internal readonly record struct AuditState(bool? IsEnabled, int? Daemon, int? RuleCount, string? Why);
