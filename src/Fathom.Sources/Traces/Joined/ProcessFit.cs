namespace Fathom.Sources.Traces.Joined;

/// <summary>How well a process of the machine fits what a runtime tells of its code.</summary>
/// <param name="Pid">Its number at the machine.</param>
/// <param name="Number">Its number in the recording.</param>
/// <param name="Share">Share of the runtime's code that lies where the process has code, 0 to 1; null where nothing is known of what the process has mapped.</param>
internal readonly record struct ProcessFit(int Pid, uint Number, double? Share);
