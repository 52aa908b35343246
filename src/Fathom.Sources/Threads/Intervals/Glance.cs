namespace Fathom.Sources.Threads.Intervals;

/// <summary>
/// Where one running thread was when it alone was stopped for some microseconds: its instruction pointer and the return addresses of its
/// frame pointer chain, innermost first. Managed code keeps that chain on Linux; native code may break it, which ends the list early.
/// </summary>
/// <param name="Addresses">Code addresses, at least one.</param>
internal readonly record struct Glance(ulong[] Addresses);
