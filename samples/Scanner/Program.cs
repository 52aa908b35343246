// A scanner as security software has one: whoever opens a file of a folder waits until it has looked at it. See docs/scanner.md. Needs root.
//   Scanner FOLDER    says 'ready', and scans until its input closes
using Guard;

using Scanner scanner = Scanner.Of(args[0]);
Console.Out.WriteLine("ready {}");
new Thread(scanner.Run) { IsBackground = true, Name = "scanner" }.Start();
while (Console.In.ReadLine() is not null)
{
}
